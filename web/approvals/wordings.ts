/** Sentences of acts that a second administrator approves. */
export const approvalScreenWordings = {
  askForApproval: 'Ask for approval',
  lookAndAnswer: 'Look and answer',
  whyItIsRefused: 'Why it is refused',
} as const;
