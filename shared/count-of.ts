/** "1 student", "67 students": numbers of one are in the singular. */
export const countOf = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
