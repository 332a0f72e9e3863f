/** The version of the program, as `package.json` has it: files that leave the school say what made them. */
export const productVersion = '0.1.0';
