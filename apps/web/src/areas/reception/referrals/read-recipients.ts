/**
 * The ids of the chosen colleagues and the typed e-mails. A text that is neither is unknown, and a name that several colleagues
 * have is ambiguous: it must not open the study to the wrong one.
 */
export function readRecipients(recipients: string[], friends: { doctorID: number; name: string }[]) {
  const ids: number[] = [];
  const emails: string[] = [];
  const unknown: string[] = [];
  const ambiguous: string[] = [];
  for (const text of recipients) {
    const [friend, namesake] = friends.filter(({ name }) => name === text);
    if (namesake) ambiguous.push(text);
    else if (friend) ids.push(friend.doctorID);
    else if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) emails.push(text);
    else unknown.push(text);
  }
  return { recipientDoctorIDs: ids, recipientEmails: emails, unknown, ambiguous };
}
