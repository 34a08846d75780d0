/** The part of dcmjs that is used here: the data dictionary (PS3.6). */
declare module 'dcmjs' {
  const dcmjs: {
    data: {
      DicomMetaDictionary: Record<
        /** by tag, as `(0010,0020)`, and by keyword */
        'dictionary' | 'nameMap',
        Record<string, { tag: string; name: string } | undefined>
      >;
    };
  };
  export default dcmjs;
}
