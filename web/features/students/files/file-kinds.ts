import { type FileKind, fileKinds } from '#shared/students/files/file-kinds.ts';

/** Fields of the address: whose files are open, and which of the six. */
export const studentAddressField = 'files';
export const fileKindAddressField = 'file';

export const isFileKind = (text: string | null): text is FileKind => fileKinds.some((kind) => kind === text);
