/**
 * `npm run sbom`: what the project is made of, as CycloneDX 1.5 in `dist/sbom.cdx.json`; fails where a component has no
 * hash or a licence that a school could not accept (docs/security.md).
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { findBillFaults, makeBillOfMaterials } from './components.ts';

const { dependencies } = JSON.parse(await readFile('package.json', 'utf8')) as { dependencies: Record<string, string> };
const bill = makeBillOfMaterials();
await mkdir('dist', { recursive: true });
await writeFile('dist/sbom.cdx.json', `${JSON.stringify(bill, null, 2)}\n`);
process.stdout.write(`dist/sbom.cdx.json: ${bill.components.length} components\n`);
const faults = findBillFaults(bill, Object.keys(dependencies));
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
