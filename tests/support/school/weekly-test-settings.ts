/**
 * Weekly tests as the tests of them have them: on, in a window of their own days. The demo school has this year's and
 * the next.
 */
export const weeklyTestSettings = { isOn: true, from: '2024-04-18', to: '2024-07-05', maximum: 50 };
