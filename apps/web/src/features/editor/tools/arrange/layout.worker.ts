import { layOutPlan } from '../../core/layout/lay-out.ts'
import type { Plan } from '../../core/layout/plan.ts'

addEventListener('message', ({ data }: MessageEvent<Plan>) => postMessage(layOutPlan(data)))
