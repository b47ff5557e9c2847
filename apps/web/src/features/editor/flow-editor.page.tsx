export function FlowEditorPage() {
  return <h1>Flow Editor</h1>
}
