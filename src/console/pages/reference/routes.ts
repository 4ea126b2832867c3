import { action, page, type Route } from '../../route.ts'
import type { ReferenceParts } from './operation.ts'

/**
 * The reference of the API: every operation, every named schema, and the form that calls an
 * operation. The pages are loaded when somebody opens one: they need the whole dictionary of
 * fields, and a start needs none of it.
 */
export function referenceRoutes(parts: ReferenceParts): readonly Route[] {
  return [
    page({
      path: '/reference',
      access: 'anyone',
      query: ['q'],
      show: async (call) => (await import('./reference.ts')).showReference(call),
    }),
    page({
      path: '/reference/errors',
      access: 'anyone',
      show: async (call) => (await import('./errors.ts')).showErrors(call),
    }),
    page({
      path: '/reference/{operation}',
      access: 'anyone',
      show: async (call) => (await import('./operation.ts')).showOperation(call, call.params.operation, parts),
    }),
    page({
      path: '/reference/schemas/{name}',
      access: 'anyone',
      show: async (call) => (await import('./operation.ts')).showSchema(call, call.params.name, parts),
    }),
    page({
      path: '/reference/{operation}/try',
      access: 'viewer',
      show: ({ params }) => ({ redirect: `/reference/${encodeURIComponent(params.operation)}` }),
    }),
    action({
      path: '/reference/{operation}/try',
      access: 'viewer',
      act: async (call) => (await import('./try-it.ts')).tryOperation(call, parts),
    }),
  ]
}
