/** What the menu calls the check of reports. */
export const checkReportsTitle = 'Check Reports';
