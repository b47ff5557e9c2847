interface StaySignedInProps {
  readonly isTicked: boolean
  readonly onTick: (isTicked: boolean) => void
}

export const StaySignedIn = ({ isTicked, onTick }: StaySignedInProps) => (
  <label>
    <input type="checkbox" checked={isTicked} onChange={({ target }) => onTick(target.checked)} /> Stay signed in
  </label>
)
