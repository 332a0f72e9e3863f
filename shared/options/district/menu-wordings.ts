/** What the menu calls the screen. */
export const districtTitle = 'District Figures';
