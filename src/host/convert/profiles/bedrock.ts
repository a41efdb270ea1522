import { heldAnswer } from '../answer-text.ts'
import type { ModelPart } from '../parts.ts'
import type { Profile } from '../profile.ts'
import { standardSchema } from '../schema/standard.ts'

/** MIME types of documents, and what they are called on this wire. */
const documents: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
}

const profile: Profile = {
  id: 'bedrock',
  title: 'Amazon Bedrock Converse API',
  verified: '2026-12-01',
  sources: [
    'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolSpecification.html',
    'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolResultBlock.html',
    'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Message.html (sizes)',
    'https://github.com/aws-solutions-library-samples/accelerated-intelligent-document-processing-on-aws/issues/709 (names of properties)',
    'https://github.com/vercel/ai/issues/20365 (names of documents)',
  ],
  schema: { ...standardSchema, references: 'none', propertyName: /^[a-zA-Z0-9_.-]{1,64}$/ },
  results: {
    images: {
      mimeTypes: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
      mostBytes: 3_750_000,
      mostPixels: 8000,
      most: 20,
    },
    documents: { mimeTypes: Object.keys(documents), mostBytes: 4_500_000, most: 5 },
    hasErrorFlag: true,
    errorsHoldMedia: false,
  },
  callIds: /^[a-zA-Z0-9_-]{1,64}$/,
  encodeTools: (tools) =>
    tools.map(({ name, description, inputSchema }) => ({
      toolSpec: { name, description: description === '' ? name : description, inputSchema: { json: inputSchema } },
    })),
  encodeAnswer(answer) {
    const { id, isError, parts } = heldAnswer(answer, !answer.isError)
    const content = parts.map(encodePart)
    return { toolResult: { toolUseId: id, content, status: isError ? 'error' : 'success' } }
  },
}

export default profile

function encodePart(part: ModelPart, at: number): unknown {
  if (part.kind === 'text') return { text: part.text }
  const source = { bytes: part.data }
  if (part.kind === 'image') return { image: { format: part.mimeType.slice('image/'.length), source } }
  return { document: { format: documents[part.mimeType] ?? 'pdf', name: documentName(part.name, at), source } }
}

/** Letters, digits, single spaces and few signs, without an extension, and each one once. */
function documentName(name: string, at: number): string {
  const sane = name.replace(/\.\w{1,5}$/, '').replaceAll(/[^A-Za-z0-9()[\]-]+/g, ' ')
  return `${sane.trim().slice(0, 180)} ${at + 1}`.trim()
}
