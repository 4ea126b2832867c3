import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, type ContextManager, context, createContextKey, ROOT_CONTEXT } from '@opentelemetry/api'

/**
 * Call once when the process starts. Without an SDK nothing would remember the active place in the
 * trace from one function to the next; with this a caller's traceparent is still passed on. An SDK
 * that registered before has its own way.
 */
export function keepContext(): void {
  if (!isKept()) context.setGlobalContextManager(new AsyncContext())
}

function isKept(): boolean {
  const probe = ROOT_CONTEXT.setValue(createContextKey('probe'), true)
  return context.with(probe, () => context.active() === probe)
}

/** The context of asynchronous work, in the storage that Node has for it. */
class AsyncContext implements ContextManager {
  readonly #storage = new AsyncLocalStorage<Context>()

  active(): Context {
    return this.#storage.getStore() ?? ROOT_CONTEXT
  }

  with<Args extends unknown[], F extends (...args: Args) => ReturnType<F>>(
    active: Context,
    work: F,
    thisArg?: ThisParameterType<F>,
    ...args: Args
  ): ReturnType<F> {
    return this.#storage.run(active, () => work.call(thisArg, ...args))
  }

  bind<T>(active: Context, target: T): T {
    if (typeof target !== 'function') return target
    return new Proxy(target, {
      apply: (work, self, args) => this.#storage.run(active, () => Reflect.apply(work, self, args)),
    })
  }

  enable(): this {
    return this
  }

  disable(): this {
    this.#storage.disable()
    return this
  }
}
