/** Wordings of product §5 and §8. */
export const spreadsheetMessages = {
  noFields: 'No Fields selected. Please select field to download spreadsheet.',
  noFile: 'Please select a file!',
  uploadFailed: 'Could not upload the file.',
  downloadFailed: 'An Error has occured, file could not be downloaded.',
} as const;
