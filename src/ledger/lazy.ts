import type { Store } from './store.ts'

/** A store that is opened when it is first used, and tried again where that failed. */
export function lazyStore(open: () => Promise<Store>): Store {
  let opening: Promise<Store> | undefined
  const reach = async (): Promise<Store> => {
    const reaching = (opening ??= open())
    try {
      return await reaching
    } catch (error) {
      if (opening === reaching) opening = undefined
      throw error
    }
  }
  return {
    read: async (keys) => await (await reach()).read(keys),
    write: async (changes, options) => await (await reach()).write(changes, options),
    renew: async (key, version, leaseMs) => await (await reach()).renew(key, version, leaseMs),
    list: async (query) => await (await reach()).list(query),
    changed: async (key, version, signal) => {
      await (await reach()).changed(key, version, signal)
    },
    append: async (...line) => await (await reach()).append(...line),
    readLog: async (log, range) => await (await reach()).readLog(log, range),
    lastLine: async (log) => await (await reach()).lastLine(log),
    sweep: async () => {
      await (await reach()).sweep()
    },
    close: async () => {
      await (await opening)?.close()
    },
  }
}
