/** Wordings of product §2, §5 and §8. */
export const studentUploadMessages = {
  noFile: 'Please select a file!',
  uploadFailed: 'Could not upload the file.',
  confirmFailed: 'An Error has occured, data could not be uploaded',
  partly: 'Some records could not be uploaded',
  downloadFailed: 'An error occured. Unable to download spreadsheet',
} as const;

/** Rows of one upload (rule 24). */
export const mostRows = 5000;

/** Bytes of a confirmed list as it is sent, and of a preview: what a function can be handed is six megabytes, a quarter of it taken by the transport. */
export const confirmedLimit = 4_000_000;
