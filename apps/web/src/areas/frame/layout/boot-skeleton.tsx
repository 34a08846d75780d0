/** Read when this module is first evaluated: after a sign-in on this page the skeleton is gone. */
const markup = document.querySelector('#root > .boot')?.outerHTML ?? '';

/** The skeleton of index.html again, while the code of the first page is loading. */
export const BootSkeleton = () => <div dangerouslySetInnerHTML={{ __html: markup }} />;
