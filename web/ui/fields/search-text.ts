/** Text as it is compared in a search: "emile" finds "Émile". */
export const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
