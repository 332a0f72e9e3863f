import type * as z from 'zod/mini';

/** The kinds of account (Cognito groups), product §6. */
export const roles = ['Admin', 'PTA', 'teacher', 'student'] as const;
export type Role = (typeof roles)[number];

/** Keys of the admin menu, product §2 "Admin shell": an admin sees and may use only what the permission list names. */
export const menuKeys = [
  'dashboard',
  'employees',
  'students',
  'studentSubjects',
  'postReports',
  'termReports',
  'enterMarks',
  'courseMark',
  'reports',
  'registration',
  'promotion',
  'attendanceStudent',
  'completeness',
  'officeLog',
] as const;
export type MenuKey = (typeof menuKeys)[number];

/**
 * Records of sign-ins, which few calls write or read (ADR 0034). `accounts` and `user names` are everybody's,
 * `student accounts` both of students alone; `steps` are attempts, challenges and known browsers.
 */
export type SignInRecordKind = 'accounts' | 'student accounts' | 'user names' | 'sessions' | 'second factors' | 'steps';

/** Partitions that only the rows reach which name them, as IAM policies write them. */
export interface OwnPartitions {
  /** Of both tables. */
  reads?: readonly string[];
  /** And read. */
  writes?: readonly string[];
  /** Of the trail: rows are added. For calls that write nothing else. */
  adds?: readonly string[];
  /** Of the table of secret keys. */
  readsKeys?: readonly string[];
  /** The same, and keys that are missing are made. */
  makesKeys?: readonly string[];
  /** In place of such keys: signs with the one in KMS that the school file names (`keyInKmsOfSchool`). */
  signsInKms?: true;
  /** Looked up in gsi1 of the trail; of what is found no attribute is seen beside these. */
  looksUp?: { partitions: readonly string[]; attributes: readonly string[] };
}

/** Resources that a call may touch; the infrastructure makes the least IAM policy of it. */
export interface CallNeeds {
  /** The single table. `write` includes `read`, and writes what no other line of these guards. */
  table: 'none' | 'read' | 'write';
  /** Keeps what it summarized of a class, and otherwise only reads (ADR 0040). */
  keeps?: 'summaries';
  /** Sign-in records that it writes and reads. Every call notes that a session was used. */
  writes?: readonly SignInRecordKind[];
  /** Sign-in records that it only reads. Every call of an account reads sessions and accounts. */
  reads?: readonly (SignInRecordKind | 'access events')[];
  /**
   * `make` signs cookies: reads every signing key and makes one that is missing. `report links`, `outbox` and
   * `exports`, which signs files that leave the school, do so with that key alone. Calls that change something read the
   * one of CSRF tokens.
   */
  signingKeys?: 'make' | 'report links' | 'outbox' | 'exports';
  /** What it reaches of partitions that few functions reach: those of an option. */
  own?: OwnPartitions;
  /** Reads several partitions in one request: of the table, of the index gsi3, or of any index (ADR 0040, 0058). */
  partitions?: 'table' | 'index' | 'indexes';
  /**
   * Cognito actions beyond none: `verify` checks passwords and asks for a user's groups, `choose` also sets one,
   * `reset` sets one-time passwords, `manage` also creates, disables and enables users, `open` disables and enables
   * those that are there, `remove` deletes them.
   */
  identity?: 'verify' | 'choose' | 'reset' | 'manage' | 'open' | 'remove';
  /**
   * Cognito actions on second factors: `answer` sends a user's code on, `end` also has none asked for any more (ADR
   * 0089).
   */
  secondFactor?: readonly ('answer' | 'end')[];
  /**
   * Removes what else is written once and never deleted: the trail and the posted reports of one student (ADR 0060).
   */
  erases?: 'students';
  /** Reads every record of both tables, whatever partition it is in: the school in a file. */
  scans?: 'everything';
  /** Sends e-mails from the school's address. */
  mail?: 'send';
  /** Starts durable jobs (`shared/jobs.ts`): of its own domain, or of these. */
  jobs?: 'start' | readonly string[];
  /**
   * The folders of files that it reaches, and what it may do there. A link or an upload form that it hands out can do
   * no more.
   */
  files?: Partial<Record<FileFolder, readonly FileOperation[]>>;
}

/** Every folder of files, and its bucket: `files` has uploads, `documents` what the school produces. */
export const fileFolders = {
  /** Spreadsheets that wait for their download. */
  spreadsheets: 'documents',
  /** Printed, of the whole school. */
  'report-cards': 'documents',
  /** Printed of one student's posted report, when the student first opened it. */
  'posted-cards': 'documents',
  /**
   * Attendance records that are older than the school file keeps in the table, a file a student and half year (ADR
   * 0058).
   */
  'attendance-archive': 'documents',
  /** Exports of everything about one student. */
  'student-records': 'documents',
  /** Files of the whole school, and what they are made of. */
  'school-files': 'documents',
  /** Files of OneRoster, out. */
  'roster-files': 'documents',
  /** The school's crests and the principal's signatures on report cards, by the hash of their bytes. */
  crests: 'files',
  /** Passport photos. */
  pictures: 'files',
  /** The other files of students, a folder a kind. */
  'student-files': 'files',
  /** Pictures of families' absence notes. */
  'absence-notes': 'files',
  /** What families send with a registration, a folder a student, until it is accepted (rule 58). */
  'registration-files': 'files',
  /** Sent by a browser and not yet looked at. */
  uploads: 'files',
  /** Files of the two folders above that were replaced. */
  'replaced-files': 'files',
  /** Registration forms with those files behind them. */
  'registration-forms': 'files',
} as const satisfies Record<string, 'documents' | 'files'>;
export type FileFolder = keyof typeof fileFolders;

/** `delete` leaves what the bucket keeps of earlier versions. */
export type FileOperation = 'read' | 'write' | 'delete';

/**
 * Address below which the site passes on to the files bucket: what a link or a form signed by S3 lets through. A
 * browser so knows one origin, and what it is shown carries the site's headers.
 */
export const filesPath = '/files';

/** The same for the bucket of what the school makes. */
export const documentsPath = '/documents';

/**
 * Parameter of a link that names the session it was made for: the SHA-256 of its cookie, in hex. It is signed with the
 * link, so nobody changes it; S3 takes no notice of parameters that begin like this.
 */
export const sessionParameter = 'x-session';

/** The key of a file in a folder. */
export const fileKey = (folder: FileFolder, name: string): string => `${folder}/${name}`;

/** Media type of a spreadsheet as Excel and LibreOffice save it. */
export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Media types of a report: a PDF, or where the input's `format` asks for it a workbook. */
export const reportTypes = ['application/pdf', xlsxType] as const;

/** Media types of a list: JSON, or where the input's `format` asks for it a workbook. */
export const listTypes = ['application/json', xlsxType] as const;

/** Any image; the type follows from its bytes. */
export const imageType = 'image/*';

/** Media type of an answer that is sent event by event. */
export const eventStreamType = 'text/event-stream';

export interface CallRow {
  method: 'GET' | 'POST' | 'DELETE';
  /** Path with a leading slash; `{name}` marks a path parameter. */
  path: `/${string}`;
  /**
   * The callers: `anyone` without a session, a scan `station` with its key (ADR 0061), a `program` with a token of an
   * option's own (`programs` of an option), or these roles only.
   */
  who: 'anyone' | 'station' | 'program' | readonly Role[];
  /** For the roles Admin and PTA: at least one of these menu keys must be in the caller's permission list. */
  menu?: readonly MenuKey[];
  /** Path and query (GET) or path and body (POST, DELETE) together, as one strict object. */
  input: () => z.ZodMiniType;
  /**
   * Media type of the body of a call that takes a file; JSON when absent. Its fields are texts, the file is a `File`.
   */
  accepts?: 'multipart/form-data';
  /** Holds the rows of a whole school: its function is deployed with a heap that is collected early. */
  holdsSchool?: true;
  /** Bytes of the largest JSON body, where that is more than 64 KB; a test holds it to what `input` allows. */
  largestBody?: number;
  /**
   * The JSON answer, for types and tests: deployed, no answer is checked. Documents answer bytes of `produces` instead,
   * and so does the workbook of a list.
   */
  output: () => z.ZodMiniType;
  /** Media type of the answer, or those of a report; JSON when absent. The `output` of an event stream is one event. */
  produces?:
    | 'application/pdf'
    | typeof xlsxType
    | typeof imageType
    | typeof eventStreamType
    | typeof reportTypes
    | typeof listTypes;
  /** Its answer leads to a document, whose opening is logged (rule 48). */
  isDocumentOpened?: true;
  /** Stores marks that were typed or uploaded: its answers are counted. */
  savesMarks?: true;
  /** Pages of other sites may read the answer (CORS), without cookies: for a GET of anyone. */
  isReadByOtherSites?: true;
  /** Which function of its domain answers; `api` when absent. */
  kind?: CallKind;
  needs: CallNeeds;
}

/** The media types that a call may answer. */
export const mediaTypesOf = ({ produces }: Pick<CallRow, 'produces'>): readonly string[] =>
  [produces ?? 'application/json'].flat();

/**
 * The functions of a domain that answer calls, by the folder of their entry: `documents` are heavy to load, what makes
 * them and what measures them; `streams` send answers in pieces: events, and documents that may be larger than 6 MB
 * (ADR 0004, 0015).
 */
export type CallKind = 'api' | 'documents' | 'streams';

export type Contract = Readonly<Record<string, CallRow>>;

/**
 * One domain's calls as a table. A row without `who`, or with an unknown role or menu key, does not compile. Schemas
 * are made when they are first asked for: a cold function answers its first call with one of them.
 */
export function contract<const T extends Contract>(calls: T): T {
  const rows = Object.entries(calls).map(([name, { input, output, ...row }]) => [
    name,
    { ...row, input: once(input), output: once(output) },
  ]);
  return Object.fromEntries(rows) as T;
}

/** Makes a value on first use and keeps it. */
export function once<S>(make: () => S): () => S {
  let made: S | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

export type Input<C extends CallRow> = z.output<ReturnType<C['input']>>;
/** A caller's input, before defaults and coercions. */
export type RawInput<C extends CallRow> = z.input<ReturnType<C['input']>>;
export type Output<C extends CallRow> = z.output<ReturnType<C['output']>>;

/** Which function of its domain answers a call. */
export const callKind = ({ kind = 'api' }: CallRow): CallKind => kind;

/**
 * Request header with the account that a page shows. It gives no rights: where the session is another account's, the
 * answer is 401, so that nothing is done in the name of somebody who signed in to the same browser meanwhile.
 */
export const accountHeader = 'x-account';

/** Request header with the key of a scan station: it is all that a station has instead of a session (ADR 0061). */
export const stationHeader = 'x-station-key';

/**
 * The suffix of a list's name in a query: `dates[]=2026-09-07&dates[]=2026-09-11` is the field `dates`.
 */
export const listSuffix = '[]';

/** Pattern of an idempotency key: a request without one cannot be repeated, and any other text is refused. */
export const idempotencyKeyPattern = /^[A-Za-z0-9-]{8,64}$/;

/** True for calls that change something: they accept an idempotency key. */
export const isStateChangingCall = (call: CallRow): boolean => call.method !== 'GET';

/**
 * True for calls that an account makes in a session: no other site may have them made, so they name the account that a
 * page shows.
 */
export const isAccountCall = ({ who }: CallRow): boolean => Array.isArray(who);

/** True for calls that need the CSRF header. Stations and programs send no cookie that another site could use. */
export const needsCsrf = (call: CallRow): boolean =>
  isStateChangingCall(call) && call.who !== 'station' && call.who !== 'program';
