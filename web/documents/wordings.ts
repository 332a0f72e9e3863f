/** Sentences beside a document in a frame. */
export const documentWordings = {
  openInNewTab: 'Open in new tab',
} as const;
