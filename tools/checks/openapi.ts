/** `npm run openapi`: writes the calls of the contracts, with the tests' examples, to `dist/openapi.json`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { openApiDocument } from '../../infra/api/openapi.ts';
import { findExampleInput } from '../../tests/support/callers/call-examples.ts';

const document = openApiDocument(findExampleInput);
await mkdir('dist', { recursive: true });
await writeFile('dist/openapi.json', `${JSON.stringify(document, null, 2)}\n`);
process.stdout.write(`dist/openapi.json: ${Object.keys(document.paths as object).length} paths\n`);
