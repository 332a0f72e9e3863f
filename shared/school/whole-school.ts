import type { FileFolder } from '../http/contract.ts';

/** Days for which a file of the whole school can be fetched. */
export const schoolFileDays = 7;

/** Folders that a file of the whole school leaves out, and why. */
export const foldersLeftOut = {
  spreadsheets: 'made when they are asked for',
  'report-cards': 'printed when they are asked for',
  'student-records': 'made when they are asked for',
  'school-files': 'earlier files of the school',
  'roster-files': 'made when they are asked for',
  uploads: 'not looked at yet',
  'registration-forms': 'made when they are asked for',
} as const satisfies Partial<Record<FileFolder, string>>;

/**
 * The manifest of a file of the whole school: what is in it, and what is not. `signature.json` beside it has the
 * signature of its bytes.
 */
export interface SchoolManifest {
  format: 1;
  school: { id: string; name: string };
  /** When reading began and ended, ISO 8601: what was saved between the two may be in it or not. */
  madeAt: string;
  readUntil: string;
  /** Hash of all schemas: files of one hash have records of the same shapes. */
  shapes: string;
  records: { kind: string; file: string; schema: string | null; count: number }[];
  leftOut: { what: string; why: string; count?: number }[];
  /** Everything in the file but the manifest and its signature. */
  entries: ManifestEntry[];
}

export interface ManifestEntry {
  name: string;
  bytes: number;
  /** In hex. */
  sha256: string;
  /** Media type of an uploaded file. */
  type?: string;
}

/** Content of `signature.json`. */
export interface ManifestSignature {
  content: {
    /** SHA-256 of the bytes of `manifest.json`, in hex. */
    manifest: string;
  };
  /** Of the text of `content`. */
  sha256: string;
  /** Of that text, `{"manifest":"…"}`; both in base64url. */
  signature: { algorithm: 'Ed25519'; key: string; value: string };
}
