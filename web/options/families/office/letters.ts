import { familiesContract } from '#shared/options/families/contract.ts';
import { fetchDocument } from '../../../api/call.ts';
import { downloadBlob } from '../../../api/download-blob.ts';

/** A posted term as the address of the screen names it; without fields the latest. */
export interface PostedTermChoice {
  year?: string;
  term?: string;
}

/** Makes the letters of a class, or of one student, and has the browser save them. Throws as `call` does. */
export async function downloadLetters(letters: { class_id: string; student_id?: string }): Promise<void> {
  const file = await fetchDocument(familiesContract.printFamilyLetters, letters);
  downloadBlob(file, `Letters to families ${letters.student_id ?? letters.class_id}.pdf`);
}
