/** One choice: `code` is what is stored, `name` what people read. */
export interface CodeChoice {
  code: string;
  name: string;
}

/** Normalizes a choice for comparison: "o+ " and "O+" are equal. */
export const foldCode = (text: string): string =>
  text.trim().replaceAll(/\s+/g, ' ').replaceAll(/[−–]/g, '-').toLowerCase();
