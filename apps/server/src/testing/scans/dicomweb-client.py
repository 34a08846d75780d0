"""A viewer, for tests: calls methods of dicomweb-client. Reads its requests as JSON from stdin, prints one line of JSON."""

import base64
import json
import sys
import types
import warnings

# the client for local files needs packages with compiled code, and is not used
files = types.ModuleType("dicomweb_client.file")
files.DICOMfileClient = None
sys.modules["dicomweb_client.file"] = files

from dicomweb_client import DICOMwebClient  # noqa: E402

url, token, calls = json.load(sys.stdin)
client = DICOMwebClient(url, headers={"Authorization": f"Bearer {token}"})


def written(value):
    if isinstance(value, (bytes, bytearray)):
        return base64.b64encode(value).decode()
    if isinstance(value, (list, tuple)):
        return [written(each) for each in value]
    if hasattr(value, "to_json_dict"):
        return {"patient": str(value.PatientName), "uid": value.SOPInstanceUID}
    return value


results = []
for method, arguments in calls:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            results.append({"result": written(getattr(client, method)(**arguments))})
        except Exception as problem:
            status = getattr(getattr(problem, "response", None), "status_code", None)
            results.append({"status": status, "problem": type(problem).__name__})
print(json.dumps(results))
