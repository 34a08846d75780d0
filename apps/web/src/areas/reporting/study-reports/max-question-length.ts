/** As in the contract. */
export const MAX_QUESTION_LENGTH = 1000;
