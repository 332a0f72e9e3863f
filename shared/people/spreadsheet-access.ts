/** Posts whose holders may use the mark book's spreadsheets and enter marks for any class and subject (product §6). */
const spreadsheetPosts: ReadonlySet<number> = new Set([1, 2, 4, 5, 6, 19, 20, 21]);

export const hasSpreadsheetAccess = (postId: number | null | undefined): boolean =>
  postId !== null && postId !== undefined && spreadsheetPosts.has(postId);
