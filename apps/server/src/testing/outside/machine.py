"""An X-ray machine, for tests: worklist, MPPS and storage commitment by pynetdicom. Prints one line of JSON."""

import argparse
import json
import ssl
import threading

from pydicom.dataset import Dataset
from pynetdicom import AE, build_context, evt
from pynetdicom.sop_class import (
    ModalityPerformedProcedureStep,
    ModalityWorklistInformationFind,
    StorageCommitmentPushModel,
)

COMMITMENT_INSTANCE = "1.2.840.10008.1.20.1.1"
IMAGE = "1.2.840.10008.5.1.4.1.1.1.1"

parser = argparse.ArgumentParser()
parser.add_argument("command", choices=["create", "set", "commit", "find", "negotiate"])
parser.add_argument("port", type=int)
parser.add_argument("uids", nargs="*")
parser.add_argument("--key", action="append", default=[], help="KEYWORD=VALUE, of the step: Step.KEYWORD=VALUE")
parser.add_argument("--aet", default="XRAY")
parser.add_argument("--status", default="IN PROGRESS")
parser.add_argument("--accession", default="")
parser.add_argument("--patient", default="")
parser.add_argument("--listen", type=int, help="port for results; without it the association stays open for them")
parser.add_argument("--detached", action="store_true", help="do not wait for the result")
parser.add_argument("--transaction", default="2.25.77")
parser.add_argument("--tls", nargs=3, metavar=("KEY", "CERT", "CA"))
options = parser.parse_args()


def context(purpose):
    """Certificates of machines have no names of hosts."""
    if not options.tls:
        return None
    key, cert, ca = options.tls
    made = ssl.create_default_context(purpose, cafile=ca)
    made.load_cert_chain(cert, key)
    made.check_hostname = False
    made.verify_mode = ssl.CERT_REQUIRED
    return made


def new_step():
    step = Dataset()
    scheduled = Dataset()
    scheduled.StudyInstanceUID = "2.25.1"
    scheduled.AccessionNumber = options.accession
    scheduled.RequestedProcedureID = options.accession
    step.SpecificCharacterSet = "ISO_IR 192"
    step.ScheduledStepAttributesSequence = [scheduled]
    step.PatientName = options.patient
    step.PatientID = "1"
    step.PatientBirthDate = ""
    step.PatientSex = ""
    step.PerformedProcedureStepID = "1"
    step.PerformedStationAETitle = options.aet
    step.PerformedProcedureStepStartDate = "20261123"
    step.PerformedProcedureStepStartTime = "101500"
    step.PerformedProcedureStepStatus = options.status
    step.Modality = "PX"
    step.PerformedSeriesSequence = []
    return step


def query():
    """A key of the worklist and its value; the answer has the accession number."""
    keys = Dataset()
    keys.SpecificCharacterSet = "ISO_IR 192"
    keys.AccessionNumber = ""
    step = Dataset()
    for key in options.key:
        name, value = key.split("=", 1)
        of_step = name.startswith("Step.")
        setattr(step if of_step else keys, name.removeprefix("Step."), value)
    keys.ScheduledProcedureStepSequence = [step]
    return keys


def end_of_step():
    step = Dataset()
    step.PerformedProcedureStepStatus = options.status
    step.PerformedProcedureStepEndDate = "20261123"
    step.PerformedProcedureStepEndTime = "102000"
    return step


def commitment_request():
    request = Dataset()
    request.TransactionUID = options.transaction
    request.ReferencedSOPSequence = []
    for uid in options.uids:
        reference = Dataset()
        reference.ReferencedSOPClassUID = IMAGE
        reference.ReferencedSOPInstanceUID = uid
        request.ReferencedSOPSequence.append(reference)
    return request


result = {}
reported = threading.Event()


def on_report(event):
    information = event.event_information
    result.update(
        event=event.event_type,
        transaction=information.TransactionUID,
        stored=sorted(one.ReferencedSOPInstanceUID for one in information.get("ReferencedSOPSequence", [])),
        failed={
            one.ReferencedSOPInstanceUID: one.FailureReason for one in information.get("FailedSOPSequence", [])
        },
    )
    reported.set()
    return 0x0000, None


handlers = [(evt.EVT_N_EVENT_REPORT, on_report)]
machine = AE(ae_title=options.aet)
if options.command == "negotiate":
    # pairs of SOP class and transfer syntax, a context for each
    machine.requested_contexts = [build_context(*pair.split("=")) for pair in options.uids]
else:
    machine.add_requested_context(ModalityPerformedProcedureStep)
    machine.add_requested_context(StorageCommitmentPushModel)
    machine.add_requested_context(ModalityWorklistInformationFind)
if options.listen:
    # the other side has to propose that it is the provider (PS3.7, D.3.3.4)
    machine.add_supported_context(StorageCommitmentPushModel, scu_role=False, scp_role=True)
    server = machine.start_server(
        ("127.0.0.1", options.listen),
        block=False,
        ssl_context=context(ssl.Purpose.CLIENT_AUTH),
        evt_handlers=handlers,
    )

tls = context(ssl.Purpose.SERVER_AUTH)
association = machine.associate(
    "127.0.0.1",
    options.port,
    ae_title="SNIMOK",
    tls_args=(tls, None) if tls else None,
    evt_handlers=handlers,
)
if not association.is_established:
    result["refused"] = True
elif options.command == "negotiate":
    result["implementation"] = association.acceptor.implementation_class_uid
    result["accepted"] = [f"{one.abstract_syntax}={one.transfer_syntax[0]}" for one in association.accepted_contexts]
    result["rejected"] = {
        f"{one.abstract_syntax}={one.transfer_syntax[0]}": one.result for one in association.rejected_contexts
    }
elif options.command == "find":
    replies = list(association.send_c_find(query(), ModalityWorklistInformationFind))
    result["statuses"] = [reply.Status for reply, _ in replies]
    result["numbers"] = [item.AccessionNumber for _, item in replies if item is not None]
elif options.command == "create":
    reply, _ = association.send_n_create(new_step(), ModalityPerformedProcedureStep, options.uids[0])
    result["status"] = reply.Status
elif options.command == "set":
    reply, _ = association.send_n_set(end_of_step(), ModalityPerformedProcedureStep, options.uids[0])
    result["status"] = reply.Status
else:
    reply, _ = association.send_n_action(
        commitment_request(), 1, StorageCommitmentPushModel, COMMITMENT_INSTANCE
    )
    result["status"] = reply.Status
    if options.listen:
        association.release()
    if reply.Status == 0 and not options.detached:
        reported.wait(120)
if association.is_established:
    association.release()
if options.listen:
    server.shutdown()
print(json.dumps(result))
