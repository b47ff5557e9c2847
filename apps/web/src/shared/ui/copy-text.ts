import { toast } from './toast.ts'

/** Puts a text on the clipboard and says so, or that the browser refuses. */
export async function copyText(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(said)
  } catch {
    toast.error('The browser does not let this page write to the clipboard.')
  }
}
