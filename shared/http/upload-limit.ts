/**
 * Bytes of a file that is sent to a function. Lambda is handed six megabytes at most, and API Gateway hands it a file
 * as text of four thirds the length; what may be larger goes to the files bucket directly (rule 20).
 */
export const uploadLimit = 4 * 1024 * 1024;

/** Of a document that a function answers. */
export const documentTooLarge = 'This document is larger than 4.5 MB and cannot be sent. Please choose fewer students.';

export const fileTooLarge = 'The file is larger than 4 MB.';
