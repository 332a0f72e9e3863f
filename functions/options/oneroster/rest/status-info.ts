/** Code minor values of OneRoster 1.2 that a reading may be refused with. */
export type CodeMinor =
  | 'invalid_filter_field'
  | 'invalid_selection_field'
  | 'invaliddata'
  | 'unauthorisedrequest'
  | 'forbidden'
  | 'unknownobject'
  | 'server_busy'
  | 'internal_server_error';

/** A reading that is refused as the standard says: HTTP status, code minor, and a sentence for people. */
export class RosterError extends Error {
  override name = 'RosterError';
  readonly status: 400 | 401 | 403 | 404 | 405 | 429 | 500 | 503;
  readonly codeMinor: CodeMinor;
  /** Seconds until a retry makes sense, where that is known. */
  readonly seconds: number | undefined;
  /** Of a 405: the one method that the address takes. */
  readonly allow: 'GET' | 'POST' | undefined;

  constructor(
    status: RosterError['status'],
    codeMinor: CodeMinor,
    message: string,
    { seconds, allow }: Partial<Pick<RosterError, 'seconds' | 'allow'>> = {},
  ) {
    super(message);
    this.status = status;
    this.codeMinor = codeMinor;
    this.seconds = seconds;
    this.allow = allow;
  }
}

/** A filter, a sort or a page that cannot be read. @param message says which part */
export const invalidData = (message: string): RosterError => new RosterError(400, 'invaliddata', message);

export const unknownObject = (message: string): RosterError => new RosterError(404, 'unknownobject', message);

/** The body of a refusal: `imsx_StatusInfo` of OneRoster 1.2, which no successful answer has. */
export const statusInfo = ({ codeMinor, message }: Pick<RosterError, 'codeMinor' | 'message'>) => ({
  imsx_codeMajor: 'failure',
  imsx_severity: 'error',
  imsx_description: message,
  imsx_CodeMinor: {
    imsx_codeMinorField: [{ imsx_codeMinorFieldName: 'TargetEndSystem', imsx_codeMinorFieldValue: codeMinor }],
  },
});
