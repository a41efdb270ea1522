// Writes the address of each module that the process imports or requires to the file that LOADS names.
import { appendFileSync } from 'node:fs'
import Module, { register } from 'node:module'
import { pathToFileURL } from 'node:url'

register(
  `data:text/javascript,${encodeURIComponent(`
  import { appendFileSync } from 'node:fs'
  export async function load(url, context, next) {
    appendFileSync(process.env.LOADS, url + '\\n')
    return next(url, context)
  }
`)}`,
)

const required = Module.prototype.load
Module.prototype.load = function load(file) {
  appendFileSync(process.env.LOADS, `${pathToFileURL(file).href}\n`)
  return required.call(this, file)
}
