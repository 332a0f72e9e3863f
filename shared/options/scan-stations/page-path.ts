/** Address of the scan station's page, which has no session and no shell. */
export const stationPagePath = '/station';
