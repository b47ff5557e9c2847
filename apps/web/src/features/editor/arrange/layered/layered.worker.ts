import { place } from './place.ts'
import type { Plan } from './plan.ts'

addEventListener('message', ({ data }: MessageEvent<Plan>) => postMessage(place(data)))
