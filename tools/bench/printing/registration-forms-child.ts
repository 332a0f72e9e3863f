import { readFileSync, writeFileSync } from 'node:fs';
import { readImage } from '#functions/platform/pdf/image.ts';
import type { FormFacts } from '#functions/students/files/documents/form-facts.ts';
import { renderRegistrationForms } from '#functions/students/files/documents/render-registration-forms.ts';

/** Prints the forms of a JSON file into a PDF, each with the photo: a process that does nothing else. */
const [input, output] = process.argv.slice(2);
if (!input || !output) throw new Error('usage: registration-forms-child <forms.json> <output.pdf>');
const { school, forms, photo, printedAt } = JSON.parse(readFileSync(input, 'utf8'));
const withPhotos = (forms as FormFacts[]).map((form) => ({ ...form, photo: readImage(readFileSync(photo)) }));
writeFileSync(output, renderRegistrationForms({ school, forms: withPhotos, printedAt: new Date(printedAt) }));
