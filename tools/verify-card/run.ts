/**
 * `npm run verify-card -- card.pdf`: checks the report cards of a PDF, or a credential (`.json`), without the school's programs: by the keys and the
 * status lists that the school publishes. `--did did.json` takes the keys from a file, `--address https://marks.example.edu` says whose the
 * cards have to be, and `--offline` asks nobody. Exits 1 where a card is not valid.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type DidDocument, didDocumentPath, didOf, statusListPath } from '#shared/verification/card-credential.ts';
import { cardOfCredential, checkCard, type FetchedList } from '#shared/verification/check-card.ts';
import { compareFigures, isSameFigure, type PrintedCard, readPrintedCards } from '#shared/verification/printed-card.ts';
import { displayCode, type SignedCard } from '#shared/verification/signed-card.ts';
import { verifyPageWordings as texts, verificationWordings } from '#shared/verification/wordings.ts';

interface Options {
  /** The school's address; that of the credential where none is given. */
  address: string | undefined;
  /** A file of the school's keys. */
  did: string | undefined;
  isOffline: boolean;
}

/** The lines that are printed, and whether every card is valid. */
interface Report {
  lines: string[];
  isValid: boolean;
}

/** Checks every card of a file. */
export async function verifyFile(file: string, options: Options): Promise<Report> {
  const bytes = await readFile(file);
  const cards = file.endsWith('.json')
    ? [{ code: '', credential: bytes.toString('utf8') }]
    : await readCards(new Uint8Array(bytes));
  if (cards.length === 0) return { lines: [verificationWordings.noCodeInPdf], isValid: false };
  const reports: Report[] = [];
  for (const card of cards) reports.push(await verifyOne(card, options));
  return { lines: reports.flatMap(({ lines }) => lines), isValid: reports.every(({ isValid }) => isValid) };
}

async function readCards(bytes: Uint8Array): Promise<PrintedCard[]> {
  const { getDocumentProxy } = await import('unpdf');
  return readPrintedCards((await getDocumentProxy(bytes)) as never);
}

type FoundCard = Pick<PrintedCard, 'code' | 'credential'> & Partial<PrintedCard>;

async function verifyOne({ code, credential, rows, ...printed }: FoundCard, options: Options): Promise<Report> {
  const failed = (line: string): Report => ({ lines: [line], isValid: false });
  if (credential === null) return failed(verificationWordings.noCredentialInPdf(code));
  const address = options.address ?? addressOf(credential);
  const card = address === null ? null : cardOfCredential(credential, address);
  if (!card || address === null || (code !== '' && card.code !== code)) return failed(verificationWordings.noCard);
  const did = await readDid(address, options);
  if (did?.id !== didOf(address)) return failed(verificationWordings.noKeys);
  const readList = async (name: string): Promise<FetchedList | null> => {
    const list = options.isOffline ? null : await fetchJson(`${address}${statusListPath}/${name}`);
    return list && { credential: list, at: new Date() };
  };
  const { outcome } = await checkCard(card, { address, did }, readList);
  const changed = rows
    ? compareFigures(card, { name: printed.name ?? null, rows, texts: printed.texts ?? [] }).filter(
        (one) => !isSameFigure(one),
      )
    : [];
  const { head, text } = texts.outcomes[outcome];
  return {
    lines: [
      `${displayCode(card.code)}  ${head} ${text}`,
      `  ${address}`,
      ...figureLines(card),
      ...(changed.length > 0 ? [`  ${texts.differs}`] : []),
      ...changed.map(({ label, signed, printed: inPdf }) => `    ${label}: ${signed}, ${inPdf ?? texts.missing}`),
    ],
    isValid: outcome === 'valid' && changed.length === 0,
  };
}

const figureLines = ({ school, initials, classId, year, termTitle, average, subjects }: SignedCard): string[] => [
  `  ${school}, ${termTitle} ${year}-${year + 1}, ${initials}, ${classId}, ${texts.labels.average} ${average ?? '--'}`,
  ...subjects.map(({ title, total }) => `    ${title}: ${total ?? '–'}`),
];

/** The address that a credential itself names: who reads the result has to know it as the school's. */
function addressOf(credential: string): string | null {
  try {
    const host = decodeURIComponent(JSON.parse(credential).issuer.id.replace(/^did:web:/, ''));
    return `${/^localhost(:\d+)?$/.test(host) ? 'http' : 'https'}://${host}`;
  } catch {
    return null;
  }
}

async function readDid(address: string, { did, isOffline }: Options): Promise<DidDocument | null> {
  if (did !== undefined) return JSON.parse(await readFile(did, 'utf8')) as DidDocument;
  return isOffline ? null : ((await fetchJson(`${address}${didDocumentPath}`)) as DidDocument | null);
}

async function fetchJson(address: string): Promise<object | null> {
  const response = await fetch(address, { signal: AbortSignal.timeout(15_000) }).catch(() => null);
  return response?.ok ? ((await response.json()) as object) : null;
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { did: { type: 'string' }, address: { type: 'string' }, offline: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [file] = positionals;
  if (file === undefined) {
    process.stderr.write(
      'Name a PDF: npm run verify-card -- card.pdf [--did did.json] [--address https://…] [--offline]\n',
    );
    process.exit(2);
  }
  const { lines, isValid } = await verifyFile(file, {
    address: values.address,
    did: values.did,
    isOffline: values.offline,
  });
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = isValid ? 0 : 1;
}
