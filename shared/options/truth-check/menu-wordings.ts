/** What the menu calls the check of reports, and its screen the certificate of a posting. */
export const checkReportsTitle = 'Check Reports';
export const certificateTitle = 'Certificate';
