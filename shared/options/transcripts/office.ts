/** Who may do all of it. */
export const officeOfTranscripts = { who: ['Admin'], menu: ['reports'] } as const;
