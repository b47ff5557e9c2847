import { saveFile } from '../../../../shared/files/save-file.ts'
import { toast } from '../../../../shared/ui/toast.ts'
import { useDiagram } from '../../../../stores/diagram.ts'
import { fileName } from './file-name.ts'
import { flowDocument } from './flow-document.ts'

const UNTITLED = 'Untitled flow'

export function exportJson(): void {
  const { flow, saved } = useDiagram.getState()
  if (flow.nodes.length === 0) return void toast.info('There is nothing on the board to export.')
  const { name, description } = saved ?? { name: UNTITLED, description: '' }
  save(flowDocument(flow, { name, description }), { name: fileName(name, 'json'), type: 'application/json' })
}

function save(text: string, { name, type }: { name: string; type: string }): void {
  saveFile(new Blob([text], { type }), name)
  toast.success(`Exported as ${name}`)
}
