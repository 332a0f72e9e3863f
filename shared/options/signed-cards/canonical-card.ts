import type { SignedCredential } from './card-credential.ts';

const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const credentials = 'https://www.w3.org/2018/credentials#';
const status = 'https://www.w3.org/ns/credentials/status#';
const own = 'https://www.w3.org/ns/credentials/undefined-term#';
const security = 'https://w3id.org/security#';
const name = 'https://schema.org/name';

/**
 * The canonical N-Quads (RDFC-1.0) of a card's credential, and of its proof before that has a value. Every node of the
 * credential has an id and the proof is a single blank node, so there is nothing to compute: the statements are sorted.
 * The library needs two milliseconds for each card, a hundred times as long; the tests hold this to it.
 */
export function canonicalCard(
  document: Omit<SignedCredential, 'proof'> | Omit<SignedCredential['proof'], 'proofValue'>,
): string {
  const statements = 'cryptosuite' in document ? ofProof(document) : ofCredential(document);
  return `${statements.sort().join('\n')}\n`;
}

function ofCredential({ id, issuer, validFrom, credentialStatus, credentialSubject }: Omit<SignedCredential, 'proof'>) {
  const { subjects, id: student, ...facts } = credentialSubject;
  return [
    statement(node(id), `${rdf}type`, node(`${credentials}VerifiableCredential`)),
    statement(node(id), `${rdf}type`, node(`${own}ReportCard`)),
    statement(node(id), `${credentials}issuer`, node(issuer.id)),
    statement(node(issuer.id), name, literal(issuer.name)),
    statement(node(id), `${credentials}validFrom`, moment(validFrom)),
    statement(node(id), `${credentials}credentialSubject`, node(student)),
    ...credentialStatus.flatMap((entry) => [
      statement(node(id), `${credentials}credentialStatus`, node(entry.id)),
      statement(node(entry.id), `${rdf}type`, node(`${status}BitstringStatusListEntry`)),
      statement(node(entry.id), `${status}statusListCredential`, node(entry.statusListCredential)),
      statement(node(entry.id), `${status}statusListIndex`, literal(entry.statusListIndex)),
      statement(node(entry.id), `${status}statusPurpose`, literal(entry.statusPurpose)),
    ]),
    ...Object.entries(facts).map(([fact, value]) => statement(node(student), `${own}${fact}`, literal(value))),
    ...subjects.flatMap((subject) => [
      statement(node(student), `${own}subjects`, node(subject.id)),
      statement(node(subject.id), name, literal(subject.name)),
      ...(subject.total === undefined ? [] : [statement(node(subject.id), `${own}total`, literal(subject.total))]),
    ]),
  ];
}

const ofProof = (proof: Omit<SignedCredential['proof'], 'proofValue'>) => [
  statement('_:c14n0', 'http://purl.org/dc/terms/created', moment(proof.created)),
  statement('_:c14n0', `${rdf}type`, node(`${security}DataIntegrityProof`)),
  statement('_:c14n0', `${security}cryptosuite`, `${literal(proof.cryptosuite)}^^<${security}cryptosuiteString>`),
  statement('_:c14n0', `${security}proofPurpose`, node(`${security}${proof.proofPurpose}`)),
  statement('_:c14n0', `${security}verificationMethod`, node(proof.verificationMethod)),
];

const statement = (subject: string, predicate: string, object: string) => `${subject} <${predicate}> ${object} .`;
const node = (iri: string) => `<${iri}>`;
const moment = (text: string) => `${literal(text)}^^<http://www.w3.org/2001/XMLSchema#dateTime>`;

const named: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
};

/** Escaped as RDFC-1.0 says: control characters by their names or numbers, nothing else. */
const literal = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped.
  `"${text.replace(/[\x00-\x1f"\\\x7f]/g, (one) => named[one] ?? `\\u${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`)}"`;
