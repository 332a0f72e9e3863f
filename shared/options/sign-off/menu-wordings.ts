/** What the menus call the board of signatures. */
export const signOffTitle = 'Sign Reports';
