export function LibraryPage() {
  return <h1>LibraryPage</h1>
}
