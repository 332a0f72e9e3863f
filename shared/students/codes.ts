/** One choice: `code` is what is stored, `name` what people read. */
export interface Code {
  code: string;
  name: string;
}

/** Two that read the same are one: "o+ " and "O+". */
export const foldCode = (text: string): string =>
  text.trim().replaceAll(/\s+/g, ' ').replaceAll(/[−–]/g, '-').toLowerCase();
