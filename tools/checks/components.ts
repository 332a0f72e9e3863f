import { spawnSync } from 'node:child_process';

/** A component as CycloneDX 1.5 writes it, as far as it is read here. */
export interface Component {
  name: string;
  version: string;
  licenses?: readonly ({ license: { id?: string; name?: string } } | { expression: string })[];
  hashes?: readonly { alg: string; content: string }[];
  properties?: readonly { name: string; value: string }[];
}

/** A software bill of materials in CycloneDX. */
export interface BillOfMaterials {
  bomFormat: string;
  specVersion: string;
  metadata: { component: { name: string; type: string } };
  components: readonly Component[];
}

/** Licences that ask no more of a school than to keep a notice. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'W3C-20150513',
  'Zlib',
]);

/** Licences of packages that name none in their description and have one in their folder, as read there. */
const readInPackage: Readonly<Record<string, string>> = {
  '@digitalbazaar/credentials-context': 'BSD-3-Clause AND W3C-20150513',
};

/** Tools that build or test and are no part of what is deployed may have these too. */
const allowedForTools = new Set([...allowed, 'CC-BY-4.0', 'MPL-2.0']);

/**
 * The bill of the lock file, tools included: every package with version, licence and hash. npm's own `--omit dev` is
 * not used: it leaves out what a tool needs as well, React among it.
 * @throws where npm cannot make it
 */
export function makeBillOfMaterials(): BillOfMaterials {
  const { status, stdout, stderr } = spawnSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
  const bill = JSON.parse(stdout) as BillOfMaterials;
  // npm takes the folder's name, and calls everything a library.
  return { ...bill, metadata: { ...bill.metadata, component: { ...bill.metadata.component, ...application } } };
}

const application = { name: 'formroom', type: 'application' } as const;

/** Reasons against the bill, a sentence each: unknown or refused licences, no hash, a missing dependency. */
export function findBillFaults({ components }: BillOfMaterials, dependencies: readonly string[]): string[] {
  const named = new Set(components.map(({ name }) => name));
  return [
    ...dependencies.filter((name) => !named.has(name)).map((name) => `${name} is not in the bill.`),
    ...components.flatMap((component) => {
      const { name, version, hashes = [] } = component;
      // What is inside of another package comes with that package's hash.
      const isPinned = hashes.length > 0 || hasMark(component, 'bundled');
      const licence = licenceOf(component) || (readInPackage[name] ?? '');
      const isAllowed = accepts(licence, hasMark(component, 'development') ? allowedForTools : allowed);
      return [
        ...(isPinned ? [] : [`${name} ${version} has no hash.`]),
        ...(isAllowed ? [] : [`${name} ${version} has the licence ${licence || 'unknown'}, which is not in the list.`]),
      ];
    }),
  ];
}

const hasMark = ({ properties = [] }: Component, mark: 'bundled' | 'development'): boolean =>
  properties.some(({ name, value }) => name === `cdx:npm:package:${mark}` && value === 'true');

const licenceOf = ({ licenses = [] }: Component): string =>
  licenses
    .map((one) => ('expression' in one ? one.expression : (one.license.id ?? one.license.name ?? '')))
    .join(' AND ');

/** Whether a licence, or an expression of them with AND, OR and brackets, is satisfied by the list. */
function accepts(expression: string, list: ReadonlySet<string>): boolean {
  const words = expression.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const one = (): boolean => {
    const word = words[at++] ?? '';
    if (word !== '(') return list.has(word);
    const inner = anyOf();
    at++;
    return inner;
  };
  const allOf = (): boolean => {
    let isMet = one();
    while (words[at] === 'AND') {
      at++;
      isMet = one() && isMet;
    }
    return isMet;
  };
  const anyOf = (): boolean => {
    let isMet = allOf();
    while (words[at] === 'OR') {
      at++;
      isMet = allOf() || isMet;
    }
    return isMet;
  };
  return anyOf() && at === words.length;
}
