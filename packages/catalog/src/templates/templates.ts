import { eventDriven } from './event-driven.template.ts'
import { microservices } from './microservices.template.ts'
import type { FlowTemplate } from './template.ts'
import { threeTier } from './three-tier.template.ts'
import { webAppCaching } from './web-app-caching.template.ts'

/** The templates, in the order of the palette. */
export const TEMPLATES: readonly FlowTemplate[] = [threeTier, microservices, webAppCaching, eventDriven]
