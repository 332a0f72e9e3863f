/** Sentences where a code is asked for or an app is set up. */
export const secondFactorWordings = {
  qrCodeForAuthenticatorApp: 'QR code for the authenticator app',
  useARecoveryCode: 'Use a recovery code',
  useCodeOfApp: 'Use the code of the app',
} as const;
