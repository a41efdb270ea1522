/** Of a call that may have been made. */
export function unknownText(name: string, why: string): string {
  return `Nobody knows whether ${name} was done: ${sentence(why)} Do not call it again before you have checked.`
}

/** What others wrote ends as it may; what stands behind it begins a sentence. */
export function sentence(text: string): string {
  return /[.!?…]["')\]]?$/.test(text) ? text : `${text}.`
}
